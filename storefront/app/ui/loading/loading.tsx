import { useEffect, useState } from 'react';

const SLOW_MS = 8_000;

/** "Loading", with a second sentence when it takes long. */
export function Loading() {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p role="status" className="text-soft">
      Loading
      {slow && <span className="mt-2 block">Still fetching. Your connection may be slow.</span>}
    </p>
  );
}
