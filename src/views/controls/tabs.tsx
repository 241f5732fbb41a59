import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import styles from './tabs.module.css';

type Tab<Key extends string> = { key: Key; label: ReactNode };

/**
 * Tabs by the ARIA pattern: arrow keys, Home and End move between them. Spectrum's own collapse into a picker
 * and weigh 47 kB, more than the budget of the login route allows.
 */
export function Tabs<Key extends string>(props: {
  label: string;
  tabs: readonly Tab<Key>[];
  selected: Key;
  onSelect: (key: Key) => void;
  children: ReactNode;
}) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  const move = (event: KeyboardEvent) => {
    const index = props.tabs.findIndex((tab) => tab.key === props.selected);
    const last = props.tabs.length - 1;
    const targets: Record<string, number> = {
      ArrowRight: index === last ? 0 : index + 1,
      ArrowLeft: index === 0 ? last : index - 1,
      Home: 0,
      End: last,
    };
    const target = targets[event.key];
    const tab = target === undefined ? undefined : props.tabs[target];
    if (target === undefined || !tab) return;
    event.preventDefault();
    props.onSelect(tab.key);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[target]?.focus();
  };

  return (
    <>
      <div ref={list} role="tablist" aria-label={props.label} className={styles.list} onKeyDown={move}>
        {props.tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`${id}-${tab.key}`}
            className={styles.tab}
            aria-selected={tab.key === props.selected}
            aria-controls={`${id}-panel`}
            tabIndex={tab.key === props.selected ? 0 : -1}
            onClick={() => props.onSelect(tab.key)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${props.selected}`}>
        {props.children}
      </div>
    </>
  );
}
