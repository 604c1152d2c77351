import type { PictureFormat } from '#contract/picture-files.ts';
import type { Picture } from '#contract/pictures.ts';

/** Every file of a picture, as it goes into the database. */
export type MadePicture = Omit<Picture, 'alt'> & { files: PictureFile[] };
export type PictureFile = { format: PictureFormat | 'share'; width: number; bytes: Buffer };
