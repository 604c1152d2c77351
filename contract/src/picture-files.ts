import type { Picture } from './pictures.ts';

export const PICTURE_TYPES = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' } as const;
export type PictureFormat = keyof typeof PICTURE_TYPES;

/** Where a file of a picture is; its name is made from its content, so it never changes. */
export const pictureUrl = (id: string, width: number, format: PictureFormat): string =>
  `/pictures/${id}-${width}.${format}`;

export const srcSet = (picture: Picture, format: PictureFormat): string =>
  picture.widths.map((width) => `${pictureUrl(picture.id, width, format)} ${width}w`).join(', ');
