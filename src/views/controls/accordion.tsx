import { type ReactNode, useId } from 'react';
import styles from './accordion.module.css';

/** A list of things of which each opens below its own line. */
export function Accordion({ children }: { children: ReactNode }) {
  return <ul className="stack">{children}</ul>;
}

type ItemProps = {
  title: string;
  /** Its title is coloured; `aside` says why, as colour alone says nothing. */
  isHighlighted?: boolean;
  /** What its line says beside the title. */
  aside: ReactNode;
  /** What its open part is called. */
  label: string;
  isOpen: boolean;
  onToggle: () => void;
  /** Drawn while it is open. */
  children: ReactNode;
};

/** One of them, whose line is a button within a heading (level 3). */
export function AccordionItem({ title, isHighlighted = false, aside, label, isOpen, onToggle, children }: ItemProps) {
  const id = useId();
  return (
    <li className={`frame ${styles.item}`}>
      <h3>
        <button type="button" className={styles.head} aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
          <span className={`strong ${styles.title}`} data-highlighted={isHighlighted}>
            {title}
          </span>
          {aside}
        </button>
      </h3>
      <div id={id} role="region" aria-label={label} hidden={!isOpen}>
        {isOpen ? children : null}
      </div>
    </li>
  );
}
