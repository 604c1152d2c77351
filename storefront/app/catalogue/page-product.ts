import type { ProductDetail } from '#contract/products.ts';

/** A bouquet as its page needs it: the browser is not sent the list of every picture's files. */
export type PageProduct = Omit<ProductDetail, 'pictures'> & {
  pictures: Omit<ProductDetail['pictures'][number], 'files'>[];
};

export const toPageProduct = (product: ProductDetail): PageProduct => ({
  ...product,
  pictures: product.pictures.map(({ files: _files, ...picture }) => picture),
});
