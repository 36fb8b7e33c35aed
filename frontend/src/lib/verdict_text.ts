/** The verdict of a comparison in words, and its tone. */
export const verdictText = {
  better: { text: 'better', tone: 'good' },
  worse: { text: 'worse', tone: 'bad' },
  no_difference_shown: { text: 'no difference found', tone: 'plain' },
  not_certain: { text: 'not certain', tone: 'dashed' },
  not_enough_data: { text: 'not enough data', tone: 'dashed' },
  as_set: { text: 'as set', tone: 'plain' },
  two_modes: { text: 'two modes', tone: 'dashed' },
} as const
