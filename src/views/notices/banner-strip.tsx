import { useSelector } from '@xstate/react';
import type { AppRef } from '../../machines/app/app-machine.ts';
import { Button } from '../controls/button.tsx';
import { CloseIcon } from '../controls/icons.tsx';
import styles from './notices.module.css';

/** MSG-6: shows the banner queue. */
export function BannerStrip({ app }: { app: AppRef }) {
  const queue = useSelector(app, (snapshot) => snapshot.children.banner);
  const banner = useSelector(queue, (snapshot) => snapshot?.context.banner ?? null);
  const open = useSelector(queue, (snapshot) => snapshot?.hasTag('open') ?? false);
  if (banner === null || !open) return null;
  return (
    <div className={styles.banner} role="status" data-variant={banner.variant}>
      <span>{banner.message}</span>
      <Button rank="quiet" aria-label="Dismiss" onPress={() => queue?.send({ type: 'banner.dismiss' })}>
        <CloseIcon size={16} />
      </Button>
    </div>
  );
}
