import { sourceOf } from '../../sources/addedFile';
import type { Section } from './section';

/** One block for each image, in the user's order. */
export const screenshots = {
  id: 'screenshots',
  title: 'Screenshots',
  isStatic: true,
  heading: '## Screenshots',
  body: ({ options: { screenshots: images, withScreenshots, imageForm: form }, attachment }) =>
    withScreenshots && images.length > 0
      ? {
          ...{ kind: 'screenshots', form },
          images: images.map((image) => {
            const source = sourceOf(image);
            return source.kind === 'path' ? image : { ...image, attached: attachment(source.name) };
          }),
        }
      : undefined,
} as const satisfies Section;
