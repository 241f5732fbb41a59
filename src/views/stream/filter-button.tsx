import { Button } from '../controls/button.tsx';
import { icon } from '../controls/draw-icon.tsx';

const FilterIcon = icon(<path d="M3 5h14M6 10h8M8.5 15h3" />);

/** LIVE-19: the floating button that opens the filters, with the number of those set. */
export function FilterButton(props: { count: number; onPress: () => void }) {
  return (
    <Button rank="primary" onPress={props.onPress} aria-haspopup="dialog">
      <FilterIcon size={18} />
      {props.count === 0 ? 'Filter' : `Filter (${props.count})`}
    </Button>
  );
}
