import { useSelector } from '@xstate/react';
import { type ComponentType, useContext, useEffect } from 'react';
import type { AnyActorRef } from 'xstate';
import type { ReceiverDialogsRef } from '../../machines/receiver-editor/receiver-dialogs-machine.ts';
import { loadErrorText } from '../../model/contract/failure.ts';
import { DialogBoundary } from '../controls/dialog-boundary.tsx';
import { Returns } from '../controls/failed-notice.tsx';
import { NotLoadedError } from '../controls/later.tsx';

/** Shows the editor that the address asks for, over the page of receivers. */
export function ReceiverDialogs(props: { dialogs: ReceiverDialogsRef; onReload: () => void }) {
  const { dialogs, onReload } = props;
  const { unit, actor } = useSelector(dialogs, (snapshot) => snapshot.context);
  const isMissing = useSelector(dialogs, (snapshot) => snapshot.hasTag('failed'));
  const isBroken = useSelector(dialogs, (snapshot) => snapshot.hasTag('defect'));
  const close = (): void => dialogs.send({ type: 'dialogs.close' });
  const atReturn = useContext(Returns);
  useEffect(
    () => (isMissing ? atReturn?.(() => dialogs.send({ type: 'dialogs.again' })) : undefined),
    [isMissing, atReturn, dialogs],
  );
  const View = unit?.view as ComponentType<{ actor: AnyActorRef }> | undefined;
  if (!isMissing && (actor === null || View === undefined)) return null;
  return (
    <DialogBoundary onRetry={onReload} onClose={close}>
      {isMissing || actor === null || View === undefined ? <Missing isBroken={isBroken} /> : <View actor={actor} />}
    </DialogBoundary>
  );
}

/** Throws, so that the boundary says that the dialog's code could not be loaded, or that the dialog broke. */
function Missing({ isBroken }: { isBroken: boolean }): never {
  throw isBroken ? new Error(loadErrorText) : new NotLoadedError(loadErrorText);
}
