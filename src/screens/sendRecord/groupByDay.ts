interface Day<Item> {
  name: string;
  items: readonly Item[];
}

interface GroupOptions<Item> {
  readTime: (item: Item) => string;
  nameDay: (date: Date) => string;
}

/** Splits a list that is sorted by time wherever the day's name changes. */
export function groupByDay<Item>(
  items: readonly Item[],
  { readTime, nameDay }: GroupOptions<Item>,
): readonly Day<Item>[] {
  const days: { name: string; items: Item[] }[] = [];
  for (const item of items) {
    const name = nameDay(new Date(readTime(item)));
    const last = days.at(-1);
    if (last?.name === name) last.items.push(item);
    else days.push({ name, items: [item] });
  }
  return days;
}
