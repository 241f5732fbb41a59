import { useSelector } from '@xstate/react';
import type { ComponentType } from 'react';
import type { AnyActorRef } from 'xstate';
import type { ReceiverDialogsRef } from '../../machines/receiver-editor/receiver-dialogs-machine.ts';
import { loadErrorText } from '../../model/contract/failure.ts';
import { DialogBoundary } from '../controls/dialog-boundary.tsx';

/** The dialog over the page of receivers in which what the address asks for is edited. */
export function ReceiverDialogs(props: { dialogs: ReceiverDialogsRef; onReload: () => void }) {
  const { dialogs, onReload } = props;
  const { unit, actor } = useSelector(dialogs, (snapshot) => snapshot.context);
  const isMissing = useSelector(dialogs, (snapshot) => snapshot.hasTag('failed'));
  const close = (): void => dialogs.send({ type: 'dialogs.close' });
  const View = unit?.view as ComponentType<{ actor: AnyActorRef }> | undefined;
  if (!isMissing && (actor === null || View === undefined)) return null;
  return (
    <DialogBoundary onRetry={onReload} onClose={close}>
      {isMissing || actor === null || View === undefined ? <Missing /> : <View actor={actor} />}
    </DialogBoundary>
  );
}

/** Has the boundary say that the code of the dialog did not come. */
function Missing(): never {
  throw new Error(loadErrorText);
}
