import { useSelector } from '@xstate/react';
import { selectScreenSlot } from '../../machines/host-session/host-session-selectors.ts';
import { selectFailed, selectFailure } from '../../machines/resource/resource-machine.ts';
import { selectScreenResource } from '../../machines/screen/screen-selectors.ts';
import { useSession } from './session-actors.tsx';

/** Returns whether a resource of the screen failed to load, and why. Without a name, nothing has failed. */
export function useScreenResource(name: string | undefined) {
  const { session } = useSession();
  const slot = useSelector(session, selectScreenSlot);
  const resource = useSelector(slot, (snapshot) =>
    snapshot === undefined || name === undefined ? undefined : selectScreenResource(snapshot, name),
  );
  return { failure: useSelector(resource, selectFailure), hasFailed: useSelector(resource, selectFailed) };
}
