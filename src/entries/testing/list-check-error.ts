// testing: what `checkList` rejects with.
import type { ListCheckReport } from './list-check-report.js'
import type { ListCheckFailure } from './options.js'

const SHOWN_FAILURES = 10

/**
 * A list that failed its check. The message names every failing request and how to repeat it; `report` holds the data.
 */
export class ListCheckError extends Error {
  override readonly name = 'ListCheckError'
  readonly report: ListCheckReport

  constructor(report: ListCheckReport) {
    super(messageOf(report), causeOf(report.failures))
    this.report = report
  }
}

function causeOf(failures: readonly ListCheckFailure[]): { cause: unknown } | undefined {
  const caused = failures.find(({ cause }) => cause !== undefined)
  return caused === undefined ? undefined : { cause: caused.cause }
}

function messageOf({ failures, requests, seed }: ListCheckReport): string {
  const lines = failures.slice(0, SHOWN_FAILURES).flatMap((failure, index) => describe(failure, index + 1))
  const rest = failures.length - SHOWN_FAILURES
  return [
    `The list failed ${count(failures.length, 'check')} (${count(requests, 'request')}, seed ${seed}).`,
    ...lines,
    ...(rest > 0 ? [`… and ${rest} more.`] : []),
  ].join('\n')
}

function describe({ check, request, message }: ListCheckFailure, number: number): string[] {
  const title = request === '' ? `${number}. ${check}` : `${number}. ${check}: ?${readable(request)}`
  const repeat =
    request === ''
      ? []
      : [
          `   repeat: CHECK_LIST_ONLY=${shellQuoted(request)} and your test command, or { only: ${JSON.stringify(request)} }`,
        ]
  return [title, `   ${message}`, ...repeat]
}

const count = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`

const shellQuoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** Without percent signs where that loses nothing. */
export function readable(request: string): string {
  try {
    const text = decodeURIComponent(request)
    // oxlint-disable-next-line no-control-regex -- a message must not carry them
    return /[\u0000-\u001f\u007f]/.test(text) ? request : text
  } catch {
    return request
  }
}
