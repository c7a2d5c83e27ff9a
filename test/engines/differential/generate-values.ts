// Values at random: those that rows hold, and the texts that requests send for them. See fields.ts for their bounds.
import type { Sort } from './fields.js'
import type { Random } from './random.js'
import { COLORS, MOODS } from './tables.js'

const PATTERN_CHARACTERS = [
  'a',
  'b',
  'c',
  'e',
  '0',
  '1',
  ' ',
  '%',
  '_',
  '[',
  ']',
  '\\',
  '!',
  "'",
  '"',
  ',',
  ':',
  '$',
  '{',
  '}',
  '日',
  '本',
  '🎉',
  '\u0301',
  '\n',
  '^',
  '*',
  '?',
  '&',
  '+',
  '#',
  '=',
]
const PATTERN_WORDS = [
  '',
  ' ',
  'ab',
  'a%b',
  '100%',
  '50%_',
  '\\%',
  '!_',
  "o'b",
  '$not:a',
  'a,b',
  '日本',
  'null',
  'e\u0301',
  "'; --",
  '[ab]',
  '%',
  '_',
  '\\',
  '$null',
]
const EXACT_WORDS = [
  '',
  'a',
  'A',
  'Ab',
  'aB',
  'ab',
  'É',
  'é',
  'e\u0301',
  'ß',
  'SS',
  'ss',
  ' a',
  'a ',
  'ſ',
  's',
  'K',
  '\u212a',
  'k',
  'İ',
  'i',
]
const LETTERS = ['a', 'b', 'c', '0', '9']
const UUIDS = [0, 1, 10, 255, 0xffff].map((n) => `0f8fad5b-d9cb-469f-a165-${n.toString(16).padStart(12, '0')}`)
const BIG = [
  '0',
  '1',
  '-1',
  '9007199254740991',
  '9007199254740992',
  '9007199254740993',
  '-9007199254740993',
  '9223372036854775807',
  '-9223372036854775808',
]
const PRICES = ['0', '0.1', '0.10', '0.3', '1', '1.5', '-1.5', '1.0001', '99.9999', '-0.0001', '12345.6789', '10', '2']
const RATIOS = [0, 0.1, 0.5, 1.5, -2.25, 3, 1e10, -1e-3, 0.30000000000000004]
const STAMPS = [
  '2024-02-29T12:34:56.789Z',
  '2024-02-29T12:34:56.790Z',
  '2024-02-29T12:34:56.000Z',
  '1970-01-01T00:00:00.000Z',
  '1969-12-31T23:59:59.999Z',
  '2000-01-01T00:00:00.000Z',
  '2100-12-31T23:59:59.999Z',
  '1900-03-01T00:00:00.000Z',
]
const DAYS = ['2024-02-29', '2024-03-01', '1970-01-01', '1999-12-31', '2100-01-01', '1582-10-15']
const MOMENTS = [
  '2024-02-29T12:34:56.123456Z',
  '2024-02-29T12:34:56.123457Z',
  '2024-02-29T12:34:56.123Z',
  '2024-02-29T12:34:56Z',
  '2024-02-29T12:34:56.123999Z',
  '1969-12-31T23:59:59.999999Z',
  '1970-01-01T00:00:00.000001Z',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999Z',
]
const CLOCKS = [
  '12:34:56.789001',
  '12:34:56.788999',
  '00:00:00.000',
  '00:00:01.000',
  '12:34:56.789',
  '12:34:56.000',
  '23:59:59.999',
  '12:34:00.000',
]
const WORDS = ['', 'a', 'b', 'A', 'a,b', 'ab', '"', "'", '\\', '{}', 'null', 'NULL', '日本', ' ', '1', '%']

export const orderedText = (random: Random): string =>
  Array.from({ length: random.int(0, 3) }, () => random.pick(['a', 'b', 'c', '0', '1'])).join('')

export function patternText(random: Random): string {
  if (random.chance(0.4)) return random.pick(PATTERN_WORDS)
  return Array.from({ length: random.int(0, 8) }, () => random.pick(PATTERN_CHARACTERS)).join('')
}

export const exactText = (random: Random): string => random.pick(EXACT_WORDS)
export const words = (random: Random): (string | null)[] =>
  Array.from({ length: random.int(0, 4) }, () => (random.chance(0.1) ? null : random.pick(WORDS)))
export const letter = (random: Random): string => random.pick(LETTERS)
export const uuid = (random: Random): string => random.pick(UUIDS)
export const integer = (random: Random): number =>
  random.chance(0.8) ? random.int(-3, 5) : random.int(-1_000_000, 1_000_000)
export const big = (random: Random): string => random.pick(BIG)
export const price = (random: Random): string => random.pick(PRICES)
export const ratio = (random: Random): number => random.pick(RATIOS)
export const stamp = (random: Random): string => random.pick(STAMPS)
export const moment = (random: Random): string => random.pick(MOMENTS)
export const day = (random: Random): string => random.pick(DAYS)
export const clock = (random: Random): string => random.pick(CLOCKS)
export const color = (random: Random): string => random.pick(COLORS)
export const mood = (random: Random): string => random.pick(MOODS)

const randomCase = (text: string, random: Random): string =>
  [...text].map((character) => (random.chance(0.5) ? character.toUpperCase() : character)).join('')

/** A text that the value type accepts: usually one that some row holds, spelled in one of its forms. */
export function validText(sort: Sort, random: Random): string {
  switch (sort) {
    case 'ordered':
      return orderedText(random)
    case 'pattern':
      return random.chance(0.05) ? patternText(random).repeat(20) : patternText(random)
    case 'exact':
      return exactText(random)
    case 'letter':
      return letter(random)
    case 'boolean':
      return randomCase(random.pick(['true', 'false']), random)
    case 'uuid': {
      const value = randomCase(uuid(random), random)
      return random.pick([value, value.replaceAll('-', ''), `{${value}}`, `(${value})`])
    }
    case 'integer': {
      const value = integer(random)
      return random.pick([
        String(value),
        String(value),
        `${value < 0 ? '-' : '+'}00${Math.abs(value)}`,
        '2147483647',
        '-2147483648',
        '-0',
      ])
    }
    case 'bigint':
      return random.pick([...BIG, '9007199254740994', '9223372036854775806', '+1', '-0', '007'])
    case 'decimal':
      return random.pick([
        ...PRICES,
        '+0.1',
        '.5',
        '5.',
        '-0',
        '1.50000',
        '00012345.6789',
        '100000000',
        '-100000000',
        '0.2',
        '0.00005',
        '1.00005',
      ])
    case 'float':
      return random.pick([
        ...RATIOS.map((value) => (Number.isInteger(value) ? String(value) : value.toFixed(17))),
        '0.1',
        '.5',
        '5.',
        '-0',
        '0.3',
        '10000000000',
        '-0.001',
      ])
    case 'stamp':
      return stampText(stamp(random), random)
    case 'moment':
      return stampText(moment(random), random)
    case 'day':
      return random.pick([...DAYS, '0001-01-01', '9999-12-31', '2023-02-28'])
    case 'clock':
      return random.pick([
        ...CLOCKS.map((value) => value.slice(0, random.pick([5, 8, 12]))),
        '12:34:56.7890000',
        '12:34:56.7890001',
        '12:34:56.7885',
        '23:59:59.9999999',
      ])
    case 'color':
      return randomCase(color(random), random)
    case 'mood':
      return randomCase(mood(random), random)
    case 'collection':
      return random.pick(WORDS.filter((word) => !word.includes(',')))
    default:
      return sort satisfies never
  }
}

function stampText(value: string, random: Random): string {
  const offset = random.pick(['+00:00', '-00:00', 'Z', '', '+14:00', '-14:00', '+05:30'])
  return random.pick([
    value,
    value,
    value.replace('Z', ''),
    withFraction(value, '0'),
    withFraction(value, '1'),
    withFraction(value, '9'),
    value.replace(/\.\d+Z$/, ''),
    value.slice(0, 16),
    value.slice(0, 10),
    value.replace('Z', offset),
    '0001-01-01',
    '9999-12-31T23:59:59.9999999',
    '2024-02-29T14:34:56.789+02:00',
  ])
}

/** With a seventh digit: a tenth of a microsecond, finer than any column. */
function withFraction(value: string, last: string): string {
  const [whole = '', fraction = ''] = value.replace('Z', '').split('.')
  return `${whole}.${fraction.padEnd(6, '0')}${last}Z`
}

const DOUBTFUL = [
  'abc',
  '1,5',
  '--1',
  '+',
  '-',
  '.',
  'NaN',
  'Infinity',
  '1e3',
  '0x1',
  ' 1',
  '1 ',
  'yes',
  '\t',
  '99999999999999999999',
  '-99999999999999999999',
  '12:60',
  '24:00',
  '2023-02-29',
  '2024-13-01',
  '0000-01-01',
  '10000-01-01',
  '2024-02-29T12:34:56+15:00',
  '2024-02-29 12:34',
  '2024-02-29T12:34Zjunk',
  '{0f8fad5b-d9cb-469f-a165-000000000001',
  'amber ',
  'sad,ok',
  '1',
  '0',
  '日',
  '🎉',
]

/** A text that the value type refuses, or accepts in spite of its looks; empty text too. */
export const doubtfulText = (random: Random): string => random.pick(DOUBTFUL)
