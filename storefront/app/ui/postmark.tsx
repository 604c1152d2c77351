import { useId } from 'react';

const WAVE = 'q8-7 16 0t16 0 16 0 16 0 16 0 16 0';

/** A postmark, for the things that are printed or posted: gift note, success, lost letters. */
export function Postmark({ className = '', middle = 'LONDON' }: { className?: string; middle?: string }) {
  const circle = useId();
  return (
    <svg
      viewBox="0 0 200 104"
      aria-hidden="true"
      className={`text-leaf-700 opacity-85 ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
    >
      <circle cx="52" cy="52" r="47" />
      <circle cx="52" cy="52" r="30" />
      <path id={circle} d="M52 52m-35.500 0a35.500 35.500 0 1 1 71 0a35.500 35.500 0 1 1-71 0" stroke="none" />
      <g stroke="none" fill="currentColor" className="font-sans font-semibold">
        <text fontSize="9.2" letterSpacing="0.9">
          <textPath href={`#${circle}`} startOffset="2%">
            MARIGOLD LANE · TIED BY HAND · E8 ·
          </textPath>
        </text>
        <text x="52" y="56" fontSize="11.5" textAnchor="middle">
          {middle}
        </text>
      </g>
      <path d={[30, 41, 52, 63, 74].map((height) => `M103 ${height}${WAVE}`).join('')} />
    </svg>
  );
}
