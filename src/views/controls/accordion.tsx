import { type ReactNode, useId } from 'react';
import styles from './accordion.module.css';

/** A list whose items open in place, each below its own line. */
export function Accordion({ children }: { children: ReactNode }) {
  return <ul className="stack">{children}</ul>;
}

type ItemProps = {
  title: string;
  /** Highlights the title by its colour. `aside` must say why, because colour alone says nothing. */
  isHighlighted?: boolean;
  /** Shown in the item's line, beside the title. */
  aside: ReactNode;
  /** The accessible name of the open part. */
  label: string;
  isOpen: boolean;
  onToggle: () => void;
  /** Drawn only while the item is open. */
  children: ReactNode;
};

/** An item of an `Accordion`: its line is a button inside a heading of level 3. */
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
