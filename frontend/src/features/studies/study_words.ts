/** What a study's rows say in a line. Pure. */
import type { StudyResults } from '@/api/contracts'
import { plural } from '@/lib/format/number'

/** `62 rows: 58 reproduced, 4 not; 12 have a result here.` */
export function coverageText({ rows }: StudyResults): string {
  const reproduced = rows.filter((row) => row.parts.length > 0).length
  const measured = rows.filter((row) => row.parts.some((part) => part.last !== null)).length
  const missing = rows.length - reproduced
  const head = `${plural(rows.length, 'row')}: ${reproduced} reproduced${missing > 0 ? `, ${missing} not` : ''}`
  return `${head}; ${measured} ${measured === 1 ? 'has' : 'have'} a result here.`
}
