import type { Picture } from './pictures.ts';

export const PICTURE_TYPES = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' } as const;
export type PictureFormat = keyof typeof PICTURE_TYPES;

/** The URL of a file of a picture; its name is a hash of its content, so it never changes. */
export const pictureUrl = (id: string, width: number, format: PictureFormat): string =>
  `/pictures/${id}-${width}.${format}`;

/** The crop that is shown where a page is shared, in the shape that social networks ask for. */
export const SHARE = { width: 1200, height: 630 };
export const shareUrl = (id: string): string => `/pictures/${id}-share.jpg`;

export const srcSet = (picture: Picture, format: PictureFormat): string =>
  picture.widths.map((width) => `${pictureUrl(picture.id, width, format)} ${width}w`).join(', ');
