// The rows behind every response quoted in the documentation.
const at = (text: string): Date => new Date(text)

export const rows = {
  authors: [
    { id: 1, name: 'Ada Byron', country: 'GB' },
    { id: 2, name: 'Émile Zola', country: 'FR' },
    { id: 3, name: 'Grace Hopper', country: 'US' },
  ],
  articles: [
    { id: 1, title: 'Notes on engines', status: 'published', views: 120, publishedAt: at('2024-02-29T09:00:00Z'), tags: ['sql', 'history'], hidden: false, authorId: 1 },
    { id: 2, title: 'A compiler in an afternoon', status: 'published', views: 940, publishedAt: at('2024-03-01T12:30:00Z'), tags: ['compilers'], hidden: false, authorId: 3 },
    { id: 3, title: 'Joins, drawn', status: 'draft', views: 0, publishedAt: null, tags: ['sql'], hidden: false, authorId: 2 },
    { id: 4, title: '100% of the nulls', status: 'published', views: 310, publishedAt: at('2024-03-08T08:15:00.250Z'), tags: ['sql', 'nulls'], hidden: false, authorId: null },
    { id: 5, title: 'Indexes and order', status: 'archived', views: 75, publishedAt: at('2023-11-12T16:45:00Z'), tags: ['sql', 'performance'], hidden: true, authorId: 1 },
    { id: 6, title: 'Paging without tears', status: 'published', views: 560, publishedAt: at('2024-03-15T10:00:00Z'), tags: ['sql', 'paging'], hidden: false, authorId: 3 },
  ],
  reviews: [
    { id: 1, articleId: 1, reviewer: 'Ann', stars: 5 },
    { id: 2, articleId: 1, reviewer: 'Bo', stars: 3 },
    { id: 3, articleId: 2, reviewer: 'Bo', stars: 4 },
    { id: 4, articleId: 4, reviewer: 'Ann', stars: 2 },
    { id: 5, articleId: 6, reviewer: 'Cy', stars: 5 },
    { id: 6, articleId: 6, reviewer: 'Ann', stars: 5 },
  ],
  topics: [
    { id: 1, name: 'databases' },
    { id: 2, name: 'languages' },
  ],
  articleTopics: [
    { articleId: 1, topicId: 1 },
    { articleId: 2, topicId: 2 },
    { articleId: 4, topicId: 1 },
    { articleId: 6, topicId: 1 },
    { articleId: 6, topicId: 2 },
  ],
} as const
