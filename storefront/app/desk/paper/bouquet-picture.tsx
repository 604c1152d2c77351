import { pictureUrl } from '#contract/picture-files.ts';
import type { Picture } from '#contract/pictures.ts';

/** A picture of a bouquet at about this width; an empty box if there is none. */
export function BouquetPicture({ picture, width, alt }: { picture: Picture | null; width: number; alt?: string }) {
  if (!picture) return <span className="paper-no-picture" />;
  const file = picture.widths.find((known) => known >= width) ?? picture.width;
  return (
    <img
      src={pictureUrl(picture.id, file, 'jpg')}
      alt={alt ?? picture.alt}
      width={picture.width}
      height={picture.height}
      loading="lazy"
    />
  );
}
