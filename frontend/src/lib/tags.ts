/** What a tag may be: a `Slug` of the contracts. */
export const TAG = /^[a-z0-9][a-z0-9._-]{0,62}$/

export const TAG_RULE =
  'Give lower-case letters, digits, dots, dashes and underscores, a letter or digit first, at most 63 in all.'
