import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { selectScreenSlot } from '../../machines/host-session/host-session-selectors.ts';
import { selectFailed, selectFailure } from '../../machines/resource/resource-machine.ts';
import { selectScreenResource } from '../../machines/screen/screen-selectors.ts';
import { Card } from '../controls/card.tsx';
import { LoadFailure } from '../controls/load-failure.tsx';
import { SmallRetry } from '../controls/one-retry.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { useSession } from '../session/session-actors.tsx';

/** The words of the specification. */
const dependencyText = 'A dependancy failed to retrieve data';

type Props<Of> = {
  title: string;
  /** What one is called in a sentence, and several. */
  words: readonly [one: string, many: string];
  /** The resource, where its name is not that of several. */
  resource?: string;
  /** The other resources that its rows are put together from. */
  needs?: readonly [first?: string, second?: string];
  /** Null before they were loaded. */
  rows: readonly Of[] | null;
  children: (rows: readonly Of[]) => ReactNode;
};

/** The card of a list: while it is loaded, where it could not be, and where only newer rows could not. */
export function Listed<Of>({ title, words: [one, many], resource = many, needs = [], rows, children }: Props<Of>) {
  const { session } = useSession();
  const own = useResource(resource);
  const [first, second] = [useResource(needs[0]), useResource(needs[1])];
  const failure = own.failure ?? first.failure ?? second.failure;
  const hasFailed = own.hasFailed || first.hasFailed || second.hasFailed;
  const retry = (): void => session.send({ type: 'session.retry' });
  const content = (): ReactNode => {
    if (rows === null && failure !== null)
      return (
        <LoadFailure
          title={own.failure === null ? dependencyText : `The ${many} could not be loaded`}
          failure={failure}
          onRetry={retry}
        />
      );
    if (rows === null) return <Skeleton label={`Loading ${many}`} bars={11} barHeight={49} />;
    return (
      <>
        {hasFailed ? (
          <p role="status">
            {own.hasFailed ? `Newer ${many} could not be loaded` : dependencyText}
            <SmallRetry failure={failure} onRetry={retry} />
          </p>
        ) : null}
        {children(rows)}
      </>
    );
  };
  return <Card title={rows === null ? title : `${rows.length} ${rows.length === 1 ? one : many}`}>{content()}</Card>;
}

/** Why a resource of the screen did not come; none is fine. */
function useResource(name: string | undefined) {
  const { session } = useSession();
  const slot = useSelector(session, selectScreenSlot);
  const resource = useSelector(slot, (snapshot) =>
    snapshot === undefined || name === undefined ? undefined : selectScreenResource(snapshot, name),
  );
  return { failure: useSelector(resource, selectFailure), hasFailed: useSelector(resource, selectFailed) };
}
