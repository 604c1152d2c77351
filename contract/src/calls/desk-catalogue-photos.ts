import * as z from 'zod';
import { BouquetPhoto, BouquetPhotoParams } from '../desk-catalogue.ts';
import { BadInput } from '../errors.ts';
import { callsOf } from './call.ts';
import { PhotoField } from './photo.ts';

const call = callsOf({ tags: ['Desk: catalogue'], may: 'edit catalogue' });

/** Photos of bouquets. */
export const cataloguePhotoCalls = {
  add: call('POST', '/api/desk/catalogue/photos/', {
    summary: 'Send a photo of a bouquet',
    description: 'Portrait, at least 1200 × 1500. Its picture is made afterwards.',
    consumes: ['multipart/form-data'],
    body: z.object({ photo: PhotoField }),
    answer: BouquetPhoto,
    status: 201,
    refuses: [415],
    refusals: { 413: BadInput },
  }),
  find: call('GET', '/api/desk/catalogue/photos/:photoId/', {
    summary: 'How far a photo is',
    params: BouquetPhotoParams,
    answer: BouquetPhoto,
    refuses: [404],
  }),
  retry: call('POST', '/api/desk/catalogue/photos/:photoId/retry/', {
    summary: 'Try again to make a picture of it',
    params: BouquetPhotoParams,
    answer: BouquetPhoto,
    refuses: [404],
  }),
};
