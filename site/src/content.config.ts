import { docsLoader } from '@astrojs/starlight/loaders'
import { docsSchema } from '@astrojs/starlight/schema'
import { defineCollection } from 'astro:content'

// src/content/docs is written from docs/: see build/write-pages.ts.
export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) }
