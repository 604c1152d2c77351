import { Loading } from '../ui/loading/loading.tsx';
import { TwoColumns } from './steps/page-frame.tsx';

const LINES = [1, 2];

/** Placeholders in the shape of the cart while it is fetched. */
export function CartSkeleton() {
  return (
    <TwoColumns aside={<div aria-hidden="true" className="bone h-96" />}>
      <div className="flex min-h-15 items-center">
        <Loading />
      </div>
      <div aria-hidden="true">
        {LINES.map((line) => (
          <div key={line} className="flex items-center gap-5 border-line border-b py-5">
            <div className="bone h-27.5 w-22 shrink-0" />
            <div className="grid flex-1 gap-2.5">
              <div className="bone h-5.5 w-2/5" />
              <div className="bone h-4 w-1/5" />
            </div>
          </div>
        ))}
      </div>
    </TwoColumns>
  );
}
