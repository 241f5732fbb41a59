import { type ComponentProps, useEffect, useRef } from 'react';
import { Tabs } from './tabs.tsx';
import styles from './tab-line.module.css';

/**
 * Tabs in one line at every width. If they do not fit, the line scrolls sideways to centre the chosen tab, so
 * that its neighbours are visible too (LOOK-24).
 */
export function TabLine<Key extends string>(props: ComponentProps<typeof Tabs<Key>>) {
  const line = useRef<HTMLDivElement>(null);
  const { selected } = props;
  useEffect(() => {
    const list = line.current?.querySelector(':scope > [role=tablist]');
    const tab = list?.querySelector('[aria-selected=true]');
    if (!list || !tab) return;
    const [within, at] = [list.getBoundingClientRect(), tab.getBoundingClientRect()];
    list.scrollLeft += at.left + at.width / 2 - (within.left + within.width / 2);
  }, [selected]);
  return (
    <div ref={line} className={styles.line}>
      <Tabs {...props} />
    </div>
  );
}
