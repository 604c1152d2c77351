const SHAPES: Record<string, string> = {
  '': 'M4 5h6.5v14H4zM13.5 5H20v8h-6.5z',
  deliveries: `M2.5 6.5h11v10h-11zM13.5 10h4l4 3.5v3h-8z${ring(7, 17.5, 2)}${ring(17.5, 17.5, 2)}`,
  driver: `M2.5 6.5h11v10h-11zM13.5 10h4l4 3.5v3h-8z${ring(7, 17.5, 2)}${ring(17.5, 17.5, 2)}`,
  orders: 'M5 4h14v16H5zM8.5 8.5h7M8.5 12h7M8.5 15.5h4',
  claims: `M3.5 7.5h4L9 5h6l1.5 2.5h4v12h-17z${ring(12, 13, 3.5)}`,
  more: 'M4 6.5h16M4 12h16M4 17.5h16',
};

function ring(x: number, y: number, radius: number): string {
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`;
}

/** Above the word of a tab; the word says what it is. */
export const TabIcon = ({ path }: { path: string }) => (
  <svg
    className="size-6 fill-none stroke-current stroke-[1.6] [stroke-linejoin:round]"
    viewBox="0 0 24 24"
    aria-hidden="true"
  >
    <path d={SHAPES[path] ?? SHAPES.more} />
  </svg>
);
