import { Loading } from '../ui/loading/loading.tsx';
import { NeedsScripts } from './needs-scripts.tsx';

/** A private page while it loads, tall enough that nothing moves when the content appears. */
export function LoadingPage({ title }: { title: string }) {
  return (
    <div className="wrap min-h-dvh pt-[clamp(1.75rem,4vw,3.5rem)]">
      <h1 className="sr-only">{title}</h1>
      <NeedsScripts>
        <Loading />
      </NeedsScripts>
    </div>
  );
}
