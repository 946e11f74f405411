import { sourceOf } from '../../sources/addedFile';
import type { Section } from './section';

/** One block for each image, in the user's order. */
export const screenshots = {
  id: 'screenshots',
  title: 'Screenshots',
  isStatic: true,
  heading: '## Screenshots',
  body: ({ options: { screenshots: added, withScreenshots, imageForm: form }, attachment }) => {
    const images = added.flatMap((image) => {
      const source = sourceOf(image);
      if (source.kind === 'path') return [image];
      const attached = attachment(source.name);
      return attached === undefined ? [] : [{ ...image, attached }];
    });
    return withScreenshots && images.length > 0 ? { kind: 'screenshots', form, images } : undefined;
  },
} as const satisfies Section;
