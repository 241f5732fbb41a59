import { type RefObject, useRef } from 'react';
import { Button } from './button.tsx';
import { Greyed } from './greyed.tsx';

type Props = {
  className: string | undefined;
  /** The element that holds the rows, in one list or in several. */
  rows: RefObject<HTMLElement | null>;
  /** Why the last request for older rows failed. */
  failure?: string | null;
  isBusy: boolean;
  onPress: () => void;
};

/**
 * Loads older rows, and retries if that failed: always with the same button, which keeps the focus. When
 * there are no older rows, the button disappears and the first of the new rows takes the focus (FORM-13).
 */
export function ShowOlder({ className, rows, failure = null, isBusy, onPress }: Props) {
  const last = useRef<HTMLElement | undefined>(undefined);
  const listed = (): HTMLElement[] => [...(rows.current?.querySelectorAll<HTMLElement>('ol > li') ?? [])];
  const afterLast = (): HTMLElement | undefined => {
    const all = listed();
    return last.current && all[all.indexOf(last.current) + 1];
  };
  return (
    <p className={className} role={failure === null ? undefined : 'alert'}>
      {failure}
      <Greyed isBusy={isBusy} heir={afterLast}>
        <Button
          onPress={() => {
            last.current = listed().at(-1);
            onPress();
          }}
        >
          {failure !== null ? 'Retry' : isBusy ? 'Loading…' : 'Show older'}
        </Button>
      </Greyed>
    </p>
  );
}
