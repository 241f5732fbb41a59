import { Content } from '@adobe/react-spectrum/Content';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './dialog-content.module.css';

/** The body of a dialog. While there is more to scroll to, its lower edge shows that (LIVE-32). */
export function DialogContent({ children }: { children: ReactNode }) {
  const end = useRef<HTMLDivElement>(null);
  const [hasMore, setHasMore] = useState(false);
  useEffect(() => {
    if (end.current === null) return;
    const observer = new IntersectionObserver((entries) => setHasMore(entries.at(-1)?.isIntersecting === false));
    observer.observe(end.current);
    return () => observer.disconnect();
  }, []);
  return (
    <Content UNSAFE_className={styles.content}>
      {children}
      <div ref={end} />
      {hasMore ? (
        <div className={styles.more} aria-hidden="true">
          <span>More below</span>
        </div>
      ) : null}
    </Content>
  );
}
