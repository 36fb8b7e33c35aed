import { formatQuantity } from '@/lib/format/unit'

export function formatBytes(bytes: number): string {
  return formatQuantity(bytes, 'B')
}
