import { pictureUrl } from '#contract/picture-files.ts';
import type { Picture } from '#contract/pictures.ts';

type Props = { picture: Picture | null; width: number; alt?: string; className?: string };

/** A picture of a bouquet at about this width; an empty box if there is none. */
export function BouquetPicture({ picture, width, alt, className = 'w-full' }: Props) {
  if (!picture) return <span className={`block aspect-4/5 rounded-square bg-deep ${className}`} />;
  const file = picture.widths.find((known) => known >= width) ?? picture.width;
  return (
    <img
      src={pictureUrl(picture.id, file, 'jpg')}
      alt={alt ?? picture.alt}
      width={picture.width}
      height={picture.height}
      loading="lazy"
      className={`block rounded-square bg-deep object-cover ${className}`}
    />
  );
}
