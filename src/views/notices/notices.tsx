import { useSelector } from '@xstate/react';
import type { AppRef } from '../../machines/app/app-machine.ts';
import { Snackbar } from './snackbar.tsx';
import { UpdatePrompt } from './update-prompt.tsx';

/** What is said above every screen: the snackbar, and that a new version waits. */
export function Notices({ app }: { app: AppRef }) {
  const snackbar = useSelector(app, (snapshot) => snapshot.children.snackbar);
  const appUpdate = useSelector(app, (snapshot) => snapshot.children.appUpdate);
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
