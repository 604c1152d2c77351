import type { ProductDetail, ProductSize } from '#contract/products.ts';

type WithoutFiles<T extends { pictures: { files: unknown }[] }> = Omit<T, 'pictures'> & {
  pictures: Omit<T['pictures'][number], 'files'>[];
};

export type PageSize = WithoutFiles<ProductSize>;

/** A bouquet as its page needs it: the browser is not sent the list of every picture's files. */
export type PageProduct = Omit<WithoutFiles<ProductDetail>, 'sizes'> & { sizes: PageSize[] };

const withoutFiles = (pictures: ProductDetail['pictures']) => pictures.map(({ files: _files, ...picture }) => picture);

export const toPageProduct = (product: ProductDetail): PageProduct => ({
  ...product,
  pictures: withoutFiles(product.pictures),
  sizes: product.sizes.map((size) => ({ ...size, pictures: withoutFiles(size.pictures) })),
});
