// Fixed, small and hostile: nulls, ties, duplicates, LIKE wildcards, quotes, commas, colons, case pairs in and beyond
// ASCII, NFC against NFD, empty strings, numbers past 2^53. Never the clock, never unseeded randomness.
import type * as postgres from './schema/postgres.js'

type Row<Table extends keyof typeof postgres> = (typeof postgres)[Table] extends {
  readonly $inferSelect: infer Selected
}
  ? Selected
  : never

const NFC = 'caf\u00e9'
const NFD = 'cafe\u0301'

const uuidOf = (id: number): string => `0f8fad5b-d9cb-469f-a165-${id.toString(16).padStart(12, '0')}`
const at = (text: string): Date => new Date(text)

export const countries: Row<'countries'>[] = [
  { code: 'AT', name: 'Österreich', languages: ['de'] },
  { code: 'CA', name: 'Canada', languages: ['en', 'fr'] },
  { code: 'CH', name: 'Switzerland', languages: ['de', 'fr', 'it', 'rm'] },
  { code: 'FR', name: 'France', languages: ['fr'] },
  { code: 'XX', name: '', languages: [] },
]

export const authors: Row<'authors'>[] = [
  {
    id: 1,
    name: 'Ada',
    email: 'ada@example.com',
    bio: 'Wrote the first program, "100 %" of it.',
    countryCode: 'CH',
    mentorId: null,
  },
  { id: 2, name: 'ada', email: 'ADA@example.com', bio: null, countryCode: 'FR', mentorId: 1 },
  { id: 3, name: 'Émile', email: null, bio: '', countryCode: 'FR', mentorId: 1 },
  { id: 4, name: 'émile', email: 'emile@example.com', bio: NFC, countryCode: null, mentorId: 3 },
  { id: 5, name: "O'Brien", email: null, bio: NFD, countryCode: 'CA', mentorId: null },
  {
    id: 6,
    name: '100%_[x]\\',
    email: 'a,b:c@example.com',
    bio: "'; drop table authors; --",
    countryCode: 'XX',
    mentorId: 5,
  },
  { id: 7, name: '', email: '', bio: ' ', countryCode: 'AT', mentorId: null },
]

export const categories: Row<'categories'>[] = [
  { id: 1, name: 'root', parentId: null, position: 0 },
  { id: 2, name: 'science', parentId: 1, position: 1 },
  { id: 3, name: 'Science', parentId: 1, position: 1 },
  { id: 4, name: 'physics', parentId: 2, position: 2 },
  { id: 5, name: 'other', parentId: null, position: 0 },
]

type Article = Row<'articles'>

const article = (id: number, title: string, more: Partial<Article> = {}): Article => ({
  id,
  publicId: uuidOf(id),
  slug: `article-${id}`,
  title,
  body: null,
  status: 'published',
  section: null,
  views: 0,
  likes: null,
  fee: null,
  score: null,
  isFeatured: false,
  isPinned: null,
  hidden: false,
  createdAt: at('2024-01-01T00:00:00.000Z'),
  publishedAt: null,
  tags: [],
  aliases: null,
  authorId: null,
  editorId: null,
  categoryId: null,
  ...more,
})

/** 24 rows. Titles, views, likes and dates hold ties; ids are unique. */
export const articles: Article[] = [
  article(1, 'Hello', {
    body: 'Hello, world: the beginning',
    views: 10,
    likes: 1,
    fee: '10.00',
    score: 0.5,
    isFeatured: true,
    isPinned: true,
    section: 'news',
    publishedAt: at('2024-02-29T12:34:56.789Z'),
    tags: ['a', 'b'],
    aliases: ['hi'],
    authorId: 1,
    editorId: 2,
    categoryId: 2,
  }),
  article(2, 'hello', {
    body: 'hello',
    views: 10,
    likes: 2,
    fee: '10.50',
    score: 0.5,
    isPinned: false,
    section: 'Sport',
    publishedAt: at('2024-02-29T12:34:56.789Z'),
    tags: ['A'],
    aliases: [],
    authorId: 2,
    editorId: 1,
    categoryId: 3,
  }),
  article(3, 'HELLO', {
    views: 10,
    likes: 2,
    fee: '-0.01',
    score: -1.25,
    section: 'culture',
    publishedAt: at('2024-02-29T12:34:56.790Z'),
    tags: ['a', 'b', 'c'],
    authorId: 1,
    editorId: 1,
    categoryId: 4,
  }),
  article(4, 'Éclair', {
    body: 'pâtisserie',
    views: 0,
    likes: 0,
    fee: '0.00',
    score: 0,
    status: 'draft',
    tags: ['é'],
    authorId: 3,
    categoryId: 1,
  }),
  article(5, 'éclair', {
    body: 'PÂTISSERIE',
    views: 0,
    likes: 0,
    fee: '0.00',
    score: 0,
    status: 'draft',
    tags: ['É'],
    authorId: 4,
    categoryId: 1,
  }),
  article(6, NFC, { body: NFD, views: 7, tags: [NFC] }),
  article(7, NFD, { body: NFC, views: 7, tags: [NFD] }),
  article(8, '100% sure', {
    body: '100 sure',
    views: 100,
    likes: 100,
    fee: '99999999.99',
    score: 1e300,
    tags: ['100%'],
    authorId: 6,
  }),
  article(9, '100 sure', {
    body: '100% sure',
    views: 100,
    likes: 99,
    fee: '99999999.98',
    score: -1e300,
    tags: ['100'],
    authorId: 6,
  }),
  article(10, 'under_score', { views: 5, tags: ['_'], authorId: 5, editorId: 7 }),
  article(11, 'underXscore', { views: 5, tags: ['X'], authorId: 5, editorId: 7 }),
  article(12, '[bracket]', { views: 5, tags: ['['], authorId: 7 }),
  article(13, 'back\\slash', { views: 5, tags: ['\\'], authorId: 7 }),
  article(14, "it's", { body: `"quoted" and 'single'`, views: 2147483647, likes: 2147483647, tags: ["'", '"'] }),
  article(15, 'a,b', { body: 'comma', views: -2147483648, likes: -2147483648, tags: ['a,b'] }),
  article(16, '$eq:a', { body: '$not:$null', views: 1, tags: ['$eq:a', ':'] }),
  article(17, '', { body: '', views: 1, tags: [''], status: 'review', authorId: 1 }),
  article(18, ' ', { body: ' ', views: 1, tags: [' '], status: 'review', authorId: 1 }),
  article(19, 'Tie', {
    body: 'same',
    views: 3,
    likes: 3,
    fee: '3.00',
    score: 3,
    status: 'Archived',
    hidden: true,
    createdAt: at('2023-12-31T23:59:59.999Z'),
    publishedAt: at('1970-01-01T00:00:00.000Z'),
    authorId: 2,
    categoryId: 5,
  }),
  article(20, 'Tie', {
    body: 'same',
    views: 3,
    likes: 3,
    fee: '3.00',
    score: 3,
    status: 'Archived',
    hidden: true,
    createdAt: at('2023-12-31T23:59:59.999Z'),
    publishedAt: at('1969-12-31T23:59:59.999Z'),
    authorId: 2,
    categoryId: 5,
  }),
  article(21, 'Tie', {
    body: 'same',
    views: 3,
    likes: 3,
    fee: '3.00',
    score: 3,
    status: 'Archived',
    hidden: true,
    createdAt: at('2023-12-31T23:59:59.999Z'),
    publishedAt: at('2024-12-31T00:00:00.000Z'),
    authorId: 2,
    categoryId: 5,
  }),
  article(22, 'ΣΊΣΥΦΟΣ', { body: 'σίσυφος', views: 4, tags: ['Σ', 'ς'] }),
  article(23, '日本語 🎉', { body: '\u{1f600}', views: 4, tags: ['🎉', '日本'], aliases: ['日本', '🎉'] }),
  article(24, 'straße', { body: 'STRASSE', views: 4, tags: ['a', 'a'], aliases: ['x', 'y', 'x'] }),
]

export const comments: Row<'comments'>[] = [
  { id: 1, articleId: 1, authorId: 2, body: 'First', createdAt: at('2024-03-01T00:00:00Z') },
  { id: 2, articleId: 1, authorId: null, body: 'first', createdAt: at('2024-03-01T00:00:00Z') },
  { id: 3, articleId: 1, authorId: 3, body: '', createdAt: at('2024-03-02T00:00:00Z') },
  { id: 4, articleId: 2, authorId: 1, body: '100%', createdAt: at('2024-03-03T00:00:00Z') },
  {
    id: 5,
    articleId: 19,
    authorId: 1,
    body: "Robert'); drop table comments;--",
    createdAt: at('2024-03-03T00:00:00Z'),
  },
]

export const reviews: Row<'reviews'>[] = [
  { id: 1, articleId: 1, reviewer: 'kim', stars: 5, approved: true },
  { id: 2, articleId: 1, reviewer: 'lee', stars: 3, approved: false },
  { id: 3, articleId: 2, reviewer: 'kim', stars: 4, approved: null },
  { id: 4, articleId: 2, reviewer: null, stars: 1, approved: true },
  { id: 5, articleId: 3, reviewer: null, stars: 2, approved: null },
  { id: 6, articleId: 4, reviewer: 'Kim', stars: 5, approved: true },
  { id: 7, articleId: 5, reviewer: '', stars: 0, approved: false },
  { id: 8, articleId: 8, reviewer: '100%', stars: 5, approved: true },
]

export const tags: Row<'tags'>[] = [
  { id: 1, label: 'typescript' },
  { id: 2, label: 'sql' },
  { id: 3, label: 'SQL' },
  { id: 4, label: 'unused' },
]

export const articleTags: Row<'articleTags'>[] = [
  { articleId: 1, tagId: 1, weight: 1 },
  { articleId: 1, tagId: 2, weight: 2 },
  { articleId: 2, tagId: 2, weight: null },
  { articleId: 3, tagId: 3, weight: 1 },
  { articleId: 8, tagId: 1, weight: 3 },
]

export const memberships: Row<'memberships'>[] = [
  { orgId: 1, userId: 1, seat: 1, nickname: 'one' },
  { orgId: 1, userId: 2, seat: 2, nickname: null },
  { orgId: 2, userId: 1, seat: 1, nickname: 'one' },
  { orgId: 2, userId: 2, seat: 3, nickname: 'two' },
  { orgId: 3, userId: 9, seat: 1, nickname: '' },
]

/** In the order that foreign keys want. */
export const logicalTables = [
  'countries',
  'authors',
  'categories',
  'articles',
  'comments',
  'reviews',
  'tags',
  'articleTags',
  'memberships',
] as const
