/** A key that no other launch has: 128 random bits. (`crypto.randomUUID` needs a secure page; this does not.) */
export function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
