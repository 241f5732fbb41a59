import { useSelector } from '@xstate/react';
import type { RefObject } from 'react';
import type { PagedListRef } from '../../machines/paged-list/paged-list-machine.ts';
import { failureText } from '../../model/contract/failure.ts';
import { countText } from '../../model/text/number-text.ts';
import { ShowOlder } from '../controls/show-older.tsx';

type Props = {
  actor: PagedListRef<unknown>;
  className: string | undefined;
  /** The element that holds the rows. */
  rows: RefObject<HTMLElement | null>;
  /** What is listed, such as 'alarms'. */
  noun: string;
  count: number;
  /** True if older entries can be loaded; false if the page shows as many as it can. */
  hasOlder: boolean;
};

/** Ends a list that has older entries: with a button to load them, or a note that the CSV has them. */
export function OlderEntries({ actor, className, rows, noun, count, hasOlder }: Props) {
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('older'));
  const failure = useSelector(actor, ({ context }) => context.olderFailure);
  if (!hasOlder) return <p className={className}>{`The newest ${countText(count)}; the CSV holds all of them`}</p>;
  return (
    <ShowOlder
      className={className}
      rows={rows}
      failure={failure === null ? null : `Could not load older ${noun}: ${failureText(failure, 'the host did not answer')}`}
      isBusy={isBusy}
      onPress={() => actor.send({ type: 'list.more' })}
    />
  );
}
