import { type PageSize, pageSizes } from '../../model/tables/table-address.ts';
import { ChoicePicker } from './choice-picker.tsx';
import { Button } from './button.tsx';
import { Greyed } from './greyed.tsx';
import styles from './pager.module.css';

type Props = {
  page: number;
  pages: number;
  size: PageSize;
  /** Which sizes there are. */
  sizes?: readonly PageSize[];
  /** How many rows there are on all pages. */
  found: number;
  /** Their number is said where they need no pages: a search left them. */
  isCounted?: boolean;
  onPage: (page: number) => void;
  /** Without it pages are as long as they are. */
  onSize?: (size: PageSize) => void;
};

/** Which rows of a table are shown, and the other pages; nothing if all fit in the smallest (LOOK-42). */
export function Pager({ page, pages, size, sizes = pageSizes, found, isCounted = false, onPage, onSize }: Props) {
  const first = (page - 1) * size + 1;
  const count = found === 0 ? '0 of 0' : `${first}–${Math.min(found, page * size)} of ${found}`;
  if (found <= (onSize === undefined ? size : Math.min(...sizes)))
    return isCounted ? (
      <p className={styles.pager} role="status">
        {count}
      </p>
    ) : null;
  return (
    <nav className={styles.pager} aria-label="Pages">
      {onSize === undefined ? null : (
        <>
          <span aria-hidden="true">Rows per page</span>
          <ChoicePicker
            aria-label="Rows per page"
            width="size-900"
            items={sizes.map((each) => ({ id: String(each), name: String(each) }))}
            value={String(size)}
            onChoose={(key) => onSize(Number(key) as PageSize)}
          />
        </>
      )}
      <span role="status">{count}</span>
      <Greyed why={page === 1 ? 'This is the first page' : null}>
        <Button aria-label="Previous page" onPress={() => onPage(page - 1)}>
          ‹
        </Button>
      </Greyed>
      <Greyed why={page === pages ? 'This is the last page' : null}>
        <Button aria-label="Next page" onPress={() => onPage(page + 1)}>
          ›
        </Button>
      </Greyed>
    </nav>
  );
}
