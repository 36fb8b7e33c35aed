import { useState } from 'react'
import type { Comparison } from '@/api/contracts'
import { Button } from '@/components/button'
import { Dialog } from '@/components/dialog'
import { verdictText } from '@/lib/verdict_text'
import { ConclusionCard } from '../results/conclusion_card'
import styles from './compare.module.css'

/** What was found, in a sentence, and how sure it is. */
export function VerdictCard({ comparison }: { comparison: Comparison }) {
  const [asks, setAsks] = useState(false)
  return (
    <>
      <ConclusionCard
        conclusion={comparison.conclusion}
        verdict={verdictText[comparison.verdict]}
        actions={<Button onClick={() => setAsks(true)}>Why these tests?</Button>}
      />
      {asks ? <WhyDialog onClose={() => setAsks(false)} /> : null}
    </>
  )
}

function WhyDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Why these tests?" wide onClose={onClose}>
      <div className={styles['why']}>
        <h3>The unit is the repeat</h3>
        <p>
          Steps of one launch are not independent: they share a process layout, a schedule and a state of the machine. A
          million steps of one launch are one observation of that launch. So each repeat is a fresh launch and gives one
          value of each metric.
        </p>
        <h3>Ratio of medians, with a BCa bootstrap interval</h3>
        <p>
          Times are skewed and have outliers, so medians are compared, and as a ratio, because machines differ. The
          interval comes from resampling the repeats many times; bias correction and acceleration (BCa) make it right
          for skewed figures too. With fewer than five repeats on a side there is none.
        </p>
        <h3>Exact Mann-Whitney test</h3>
        <p>
          It asks only whether the repeats of one run tend to lie above those of the other, without supposing any
          distribution, and is exact for few repeats. With five against five the smallest p is 0.008; with three against
          three it is 0.1, which shows nothing: hence “not enough data”.
        </p>
        <h3>Correction for several metrics</h3>
        <p>
          Among ten metrics, one may differ by chance. The correction keeps the chance of any false alarm among a
          run&apos;s metrics at 5 %. Half of the 5 % is for the first metric, which the verdict is about: sweeps and
          suites judge it by the same rule, so they find the same. The others have the rest, and all 5 % if the first
          metric differs. Metrics that ask one question, such as percentiles of one time, are led by the first of them:
          four fifths are for the leading metrics. The others need more repeats.
        </p>
        <h3>Superiority</h3>
        <p>
          The probability that a repeat of this run lies above a repeat of the baseline, ties counted half: 50 % is no
          difference, 100 % is complete separation. It says how large a difference is beside the noise.
        </p>
        <h3>What statistics cannot fix</h3>
        <p>
          A machine that was busy with something else, different versions, too few repeats. These are named as doubts
          beside what differs.
        </p>
      </div>
    </Dialog>
  )
}
