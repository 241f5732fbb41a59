import type { ReactNode } from 'react';
import { defaultErrorText } from '../../model/contract/failure.ts';
import { Card } from '../controls/card.tsx';
import { LoadFailure } from '../controls/load-failure.tsx';
import { SmallRetry } from '../controls/one-retry.tsx';
import { Skeleton } from '../controls/skeleton.tsx';
import { useSession } from '../session/session-actors.tsx';
import { useScreenResource } from '../session/use-screen-resource.ts';

/** The error text that the specification prescribes, with its spelling. */
const dependencyText = 'A dependancy failed to retrieve data';

type Props<Of> = {
  title: string;
  /** The noun for one row and for several, within a sentence. */
  words: readonly [one: string, many: string];
  /** The name of the resource that loads the rows, if it is not the noun for several. */
  resource?: string;
  /** Other resources whose data the rows contain, by name. */
  needs?: readonly [first?: string, second?: string];
  /** True for rows of 49 px instead of 40 px. */
  isTall?: boolean;
  /** The rows; null until they are loaded. */
  rows: readonly Of[] | null;
  children: (rows: readonly Of[]) => ReactNode;
};

/**
 * The card of a list: loading, failed, or shown. If newer rows could not be loaded, says so above the older
 * ones.
 */
export function Listed<Of>({
  title,
  words: [one, many],
  resource = many,
  needs = [],
  isTall = false,
  rows,
  children,
}: Props<Of>) {
  const { session } = useSession();
  const own = useScreenResource(resource);
  const [first, second] = [useScreenResource(needs[0]), useScreenResource(needs[1])];
  const failure = own.failure ?? first.failure ?? second.failure;
  const hasFailed = own.hasFailed || first.hasFailed || second.hasFailed;
  const retry = (): void => session.send({ type: 'session.retry' });
  const content = (): ReactNode => {
    if (rows === null && failure !== null)
      return (
        <LoadFailure
          title={own.failure === null ? dependencyText : defaultErrorText}
          {...(own.failure === null ? {} : { what: `The ${many} could not be loaded` })}
          failure={failure}
          onRetry={retry}
        />
      );
    if (rows === null) return <Skeleton label={`Loading ${many}`} bars={11} barHeight={isTall ? 49 : 40} />;
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
