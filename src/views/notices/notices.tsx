import { useSelector } from '@xstate/react';
import type { AppUpdateRef } from '../../machines/app-update/app-update-machine.ts';
import type { SnackbarRef } from '../../machines/snackbar/snackbar-machine.ts';
import { Snackbar } from './snackbar.tsx';
import { UpdatePrompt } from './update-prompt.tsx';

/** What is told above every screen: the snackbar, and that a new version waits. */
export function Notices(props: { snackbar: SnackbarRef | undefined; appUpdate: AppUpdateRef | undefined }) {
  const { snackbar, appUpdate } = props;
  const notice = useSelector(snackbar, (snapshot) => snapshot?.context.notice ?? null);
  const open = useSelector(snackbar, (snapshot) => snapshot?.hasTag('open') ?? false);
  const updateOpen = useSelector(appUpdate, (snapshot) => snapshot?.hasTag('open') ?? false);
  const updateBusy = useSelector(appUpdate, (snapshot) => snapshot?.hasTag('busy') ?? false);
  return (
    <>
      <UpdatePrompt open={updateOpen} busy={updateBusy} onReload={() => appUpdate?.send({ type: 'update.apply' })} />
      <Snackbar
        notice={notice}
        open={open}
        onDismiss={() => snackbar?.send({ type: 'snackbar.dismiss' })}
        onUndo={() => snackbar?.send({ type: 'snackbar.undo' })}
        onFocus={(focused) => snackbar?.send({ type: focused ? 'snackbar.focused' : 'snackbar.blurred' })}
      />
    </>
  );
}
