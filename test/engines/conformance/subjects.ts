// The suite's articles with all that a configuration reaches from them: what the in-memory engine is given, and what
// the expectations of the table are stated over.
import * as seed from '../../support/seed.js'

type Author = (typeof seed.authors)[number]

const authorOf = (id: number | null | undefined): Author | null =>
  seed.authors.find((author) => author.id === id) ?? null

export const SUBJECTS = seed.articles.map((article) => ({
  ...article,
  body: article.body ?? null,
  section: article.section ?? null,
  likes: article.likes ?? null,
  fee: article.fee ?? null,
  score: article.score ?? null,
  isPinned: article.isPinned ?? null,
  publishedAt: article.publishedAt ?? null,
  aliases: article.aliases ?? null,
  author: authorOf(article.authorId),
  editor: authorOf(article.editorId),
  comments: seed.comments.filter(({ articleId }) => articleId === article.id),
  reviews: seed.reviews.filter(({ articleId }) => articleId === article.id),
  labels: seed.articleTags
    .filter(({ articleId }) => articleId === article.id)
    .flatMap(({ tagId }) => seed.tags.filter(({ id }) => id === tagId).map(({ label }) => label)),
}))

export type Subject = (typeof SUBJECTS)[number]

export const idsWhere = (holds: (subject: Subject) => boolean): number[] => SUBJECTS.filter(holds).map(({ id }) => id)
