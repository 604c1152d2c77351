import { useEffect, useRef, useState } from 'react';

const SECONDS = 10;

type Props = { orderId: number; stopped: boolean; onStop: () => void };

/** Opens the order after a visible countdown of ten seconds, unless the visitor stops it. */
export function Countdown({ orderId, stopped, onStop }: Props) {
  const [left, setLeft] = useState(SECONDS);
  const stop = useRef(onStop);
  stop.current = onStop;
  const words = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    if (stopped) return;
    const until = Date.now() + SECONDS * 1000;
    const timer = setInterval(() => {
      const seconds = Math.ceil((until - Date.now()) / 1000);
      setLeft(Math.max(0, seconds));
      if (seconds > 0) return;
      clearInterval(timer);
      location.replace(`/history/${orderId}`);
    }, 250);
    // A visitor who comes back by the browser's Back wants to stay.
    const leave = () => stop.current();
    addEventListener('pagehide', leave);
    return () => {
      clearInterval(timer);
      removeEventListener('pagehide', leave);
    };
  }, [stopped, orderId]);

  if (stopped) {
    return (
      <p className="mt-7.5 min-h-14">
        <span ref={words} tabIndex={-1} className="outline-none">
          Stay as long as you like. Order {orderId} is kept in your account.
        </span>
      </p>
    );
  }
  return (
    <div className="mt-7.5 flex min-h-14 items-center gap-4">
      <Ring left={left} />
      <span>
        <span role="timer" aria-live="off">
          Opening order {orderId} in {left} {left === 1 ? 'second' : 'seconds'}.
        </span>
        <br />
        <button
          type="button"
          className="link min-h-8"
          onClick={() => {
            onStop();
            requestAnimationFrame(() => words.current?.focus());
          }}
        >
          Stay here
        </button>
      </span>
    </div>
  );
}

const ROUND = 2 * Math.PI * 25;

function Ring({ left }: { left: number }) {
  return (
    <svg viewBox="0 0 54 54" aria-hidden="true" className="size-13.5 shrink-0">
      <circle cx="27" cy="27" r="25" fill="none" stroke="var(--color-deep)" strokeWidth="4" />
      <circle
        cx="27"
        cy="27"
        r="25"
        fill="none"
        stroke="var(--color-marigold)"
        strokeWidth="4"
        strokeDasharray={`${(ROUND * left) / SECONDS} ${ROUND}`}
        transform="rotate(-90 27 27)"
      />
      <text x="27" y="33" textAnchor="middle" className="num font-bold font-sans" fontSize="17" fill="currentColor">
        {left}
      </text>
    </svg>
  );
}
