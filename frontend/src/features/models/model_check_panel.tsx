import type { ModelError, ModelReport } from '@/api/contracts'
import { Chip } from '@/components/chip'
import { ErrorNotice } from '@/components/notice'
import { formatNumber, plural } from '@/lib/format/number'
import { formatBytes } from './bytes'
import styles from './models.module.css'
import type { ModelCheckState } from './use_model_check'

interface ModelCheckPanelProps {
  check: ModelCheckState
  onGoTo: (error: ModelError) => void
}

/** What is wrong with a model, or what is in it and what it takes. */
export function ModelCheckPanel({ check, onGoTo }: ModelCheckPanelProps) {
  const { report, current, failure } = check
  return (
    <div className={styles['check']}>
      <p className={styles['state']} role="status">
        {failure !== null ? null : report === null ? (
          'Checking the model…'
        ) : (
          <>
            <Chip tone={report.ok ? 'good' : 'bad'}>
              {report.ok ? 'good model' : plural(report.errors.length, 'error')}
            </Chip>{' '}
            {report.ok ? `${plural(report.component_count, 'component')}.` : null}
            {current ? null : <span className={styles['pending']}> Checking again…</span>}
          </>
        )}
      </p>
      {failure === null ? null : (
        <ErrorNotice title="The model could not be checked" error={failure} onRetry={check.retry} />
      )}
      {report === null || failure !== null ? null : report.ok ? (
        <Costs report={report} />
      ) : (
        <ErrorsList errors={report.errors} onGoTo={onGoTo} />
      )}
    </div>
  )
}

function ErrorsList({ errors, onGoTo }: { errors: readonly ModelError[]; onGoTo: (error: ModelError) => void }) {
  return (
    <ol className={styles['errors']} aria-label="Errors of the model">
      {errors.map((error, index) => (
        <li key={index}>
          {error.line > 0 ? (
            <button type="button" onClick={() => onGoTo(error)}>
              line {error.line}, column {error.column}
            </button>
          ) : null}
          <span>{error.message}</span>
          {error.caret === '' ? null : <pre aria-hidden="true">{error.caret}</pre>}
        </li>
      ))}
    </ol>
  )
}

/** The study's formulae beside what is measured, and how long the model is in each form. */
function Costs({ report }: { report: ModelReport }) {
  const { estimate, code } = report
  if (estimate === null || code === null) return null
  const { measured, published_qnx, published_irix } = estimate
  const rows = [
    { title: 'Definition', key: 'definition_bytes' as const },
    { title: 'An instance of each entity', key: 'instance_bytes' as const },
  ]
  const share = (bytes: number) => `${formatNumber((100 * bytes) / Math.max(1, code.text_bytes), 3)} %`
  return (
    <div className={styles['costs']}>
      <table>
        <caption>Memory</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="unseen">what</span>
            </th>
            <th scope="col">measured</th>
            <th scope="col">
              QNX <small>by formula</small>
            </th>
            <th scope="col">
              IRIX <small>by formula</small>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ title, key }) => (
            <tr key={key}>
              <th scope="row">{title}</th>
              <td>{formatBytes(measured[key])}</td>
              <td className={styles['published']}>{formatBytes(published_qnx[key])}</td>
              <td className={styles['published']}>{formatBytes(published_irix[key])}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">Names</th>
            <td>{formatBytes(estimate.names_bytes)}</td>
            <td className={styles['published']} colSpan={2}>
              left out by the study
            </td>
          </tr>
        </tbody>
      </table>
      <table>
        <caption>Code</caption>
        <tbody>
          <tr>
            <th scope="row">Text</th>
            <td>{formatBytes(code.text_bytes)}</td>
            <td />
          </tr>
          <tr>
            <th scope="row">Compressed</th>
            <td>{formatBytes(code.compressed_bytes)}</td>
            <td>{share(code.compressed_bytes)}</td>
          </tr>
          <tr>
            <th scope="row">Tokenised</th>
            <td>{formatBytes(code.tokenised_bytes)}</td>
            <td>{share(code.tokenised_bytes)}</td>
          </tr>
          <tr>
            <th scope="row">Both</th>
            <td>{formatBytes(code.tokenised_compressed_bytes)}</td>
            <td>{share(code.tokenised_compressed_bytes)}</td>
          </tr>
        </tbody>
      </table>
      <details>
        <summary>
          {report.components.length < report.component_count
            ? `The first ${report.components.length} components`
            : 'Components'}
        </summary>
        {/* Scrolls, so the keyboard must reach it. */}
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <div className={styles['components']} tabIndex={0} role="region" aria-label="Components of the model">
          <table>
            <thead>
              <tr>
                <th scope="col">component</th>
                <th scope="col">kind</th>
                <th scope="col">type</th>
                <th scope="col">state</th>
              </tr>
            </thead>
            <tbody>
              {report.components.map((component) => (
                <tr key={component.path}>
                  <th scope="row">{component.path}</th>
                  <td>{component.kind}</td>
                  <td>{component.type}</td>
                  <td>{component.state_bytes === 0 ? '–' : formatBytes(component.state_bytes)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </div>
  )
}
