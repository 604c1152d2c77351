import { Loading } from '../ui/loading.tsx';
import { NeedsScripts } from './needs-scripts.tsx';

/** A private page before it knows what to show: the word for it, and room enough that nothing moves when the rest comes. */
export function Waiting({ title }: { title: string }) {
  return (
    <div className="wrap min-h-dvh pt-[clamp(1.75rem,4vw,3.5rem)]">
      <h1 className="sr-only">{title}</h1>
      <NeedsScripts>
        <Loading />
      </NeedsScripts>
    </div>
  );
}
