/** A `Slug` of the contracts, as the `pattern` of an input. Names of views and tags of runs are slugs. */
export const SLUG_PATTERN = String.raw`[a-z0-9][a-z0-9._\-]{0,62}`

const SLUG = new RegExp(`^${SLUG_PATTERN}$`)

export function isSlug(text: string): boolean {
  return SLUG.test(text)
}

export const SLUG_RULE =
  'Give lower-case letters, digits, dots, dashes and underscores, a letter or digit first, at most 63 in all.'
