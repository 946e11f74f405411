import type { Section } from './section';

/** One block for each address in the task whose text is there. They belong to this task, so they are never cached. */
export const urls = {
  id: 'urls',
  title: 'URLs',
  isStatic: false,
  heading: '## URLs',
  body: ({ options, readUrls }) =>
    options.urls === 'on' && readUrls.length > 0 ? { kind: 'urls', pages: readUrls } : undefined,
} as const satisfies Section;
