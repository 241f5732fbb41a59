import { useSelector } from '@xstate/react';
import type { AppRef } from '../../machines/app/app-machine.ts';
import { updateText } from '../../machines/app-update/app-update-machine.ts';
import { Button } from '../controls/button.tsx';
import styles from './notices.module.css';
import { Snackbar } from './snackbar.tsx';

/** The messages on every screen: the snackbar, and the prompt for a new version. */
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
      <Snackbar notice={notice} open={open} send={(event) => snackbar?.send(event)} />
    </>
  );
}

/** MSG-8: the snackbar at the top that offers a new version. */
function UpdatePrompt(props: { open: boolean; busy: boolean; onReload: () => void }) {
  if (!props.open) return null;
  return (
    <div className={styles.update} role="status">
      <span>{updateText}</span>
      <Button rank="primary" isDisabled={props.busy} onPress={props.onReload}>
        Reload
      </Button>
    </div>
  );
}
