// Room for words in a picture: what would lie on something else is left out.

const CELL = 40;

export class Room {
  private readonly cells = new Map<number, [number, number, number, number][]>();

  /** Takes the rectangle around this point if nothing is there yet; `force`: in any case. */
  take(x: number, y: number, width: number, height: number, force = false): boolean {
    const box: [number, number, number, number] = [x - width / 2, y - height / 2, x + width / 2, y + height / 2];
    if (!force && this.taken(box)) return false;
    this.each(box, (key) => {
      const list = this.cells.get(key);
      if (list) list.push(box);
      else this.cells.set(key, [box]);
      return false;
    });
    return true;
  }

  private taken([left, top, right, bottom]: [number, number, number, number]): boolean {
    return this.each([left, top, right, bottom], (key) => (this.cells.get(key) ?? []).some((one) => one[0] < right && one[2] > left && one[1] < bottom && one[3] > top));
  }

  /** Whether `ask` says yes for one of the cells. */
  private each([left, top, right, bottom]: [number, number, number, number], ask: (key: number) => boolean): boolean {
    for (let column = Math.floor(left / CELL); column <= Math.floor(right / CELL); column++) {
      for (let row = Math.floor(top / CELL); row <= Math.floor(bottom / CELL); row++) {
        if (ask(column * 65536 + row)) return true;
      }
    }
    return false;
  }
}
