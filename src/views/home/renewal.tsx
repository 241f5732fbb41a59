import { useSelector } from '@xstate/react';
import { type ResourceRef, selectFailure, selectOld } from '../../machines/resource/resource-machine.ts';
import { SmallRetry } from '../controls/one-retry.tsx';
import { useSession } from '../session/session-actors.tsx';

/** Says that the figures beside it are being reloaded, or that this failed, with Retry (LOOK-8, LOOK-9). */
export function Renewal(props: { resource: ResourceRef | undefined; isKnown: boolean }) {
  const { session } = useSession();
  const failure = useSelector(props.resource, selectFailure);
  const isOld = useSelector(props.resource, selectOld);
  return (
    <span role="status">
      {failure !== null ? (
        <>
          <span className="quiet">{props.isKnown ? 'Not refreshed' : 'Could not be loaded'}</span>
          <SmallRetry failure={failure} onRetry={() => session.send({ type: 'session.retry' })} />
        </>
      ) : props.isKnown && isOld ? (
        <span className="quiet">Renewing…</span>
      ) : null}
    </span>
  );
}
