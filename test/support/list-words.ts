import type { Separator } from '../../shared/products/list-dialects.ts'

export type Words = {
  readonly title: string
  readonly nouns: readonly string[]
  readonly colors: readonly string[]
  readonly texts: readonly string[]
  /** Headers of SKU, GTIN, name, text, color and size. */
  readonly headers: readonly [string, string, string, string, string, string]
}

/** Words of product lists, as their encodings can write them. */
export const languages = {
  english: {
    title: 'Products of November',
    nouns: ['Linen shirt', 'Oak table', 'Enamel mug', 'Wool scarf'],
    colors: ['red', 'navy', 'olive', 'black'],
    texts: ['Soft and warm', 'Made to last', 'Washed twice'],
    headers: ['SKU', 'Barcode', 'Name', 'Description', 'Color', 'Size'],
  },
  german: {
    title: 'Artikel für November',
    nouns: ['Söckchen für Kinder', 'Kännchen mit Griff', 'Größenverstellbarer Gürtel', 'Weiße Schüssel'],
    colors: ['grün', 'weiß', 'gelb', 'türkis'],
    texts: ['Schön weich und äußerst haltbar', 'Für die Küche', 'Nicht in der Spülmaschine waschen'],
    headers: ['Artikelnummer', 'EAN', 'Bezeichnung', 'Beschreibung', 'Farbe', 'Größe'],
  },
  french: {
    title: 'Produits de février',
    nouns: ['Théière émaillée', 'Écharpe légère', 'Pâtisserie française', 'Crème brûlée à emporter'],
    colors: ['bleu foncé', 'crème', 'doré', 'violet'],
    texts: ['Très léger et réutilisable', 'Fabriqué près de Besançon', 'À laver séparément'],
    headers: ['Référence', 'EAN', 'Titre', 'Détails', 'Couleur', 'Taille'],
  },
  polish: {
    title: 'Produkty na listopad',
    nouns: ['Koszula lniana męska', 'Łyżka do herbaty', 'Źródlana woda gazowana', 'Kołdra z gęsiego pierza'],
    colors: ['żółty', 'biały', 'śliwkowy', 'różowy'],
    texts: ['Bardzo miękka i ciepła', 'Do użytku domowego, również w święta', 'Nie suszyć w suszarce'],
    headers: ['SKU', 'EAN', 'Nazwa', 'Opis', 'Kolor', 'Rozmiar'],
  },
  czech: {
    title: 'Výrobky pro říjen',
    nouns: ['Košile lněná', 'Hrnek s ouškem', 'Ubrus příborový', 'Žehlička cestovní'],
    colors: ['žlutá', 'bílá', 'červená', 'šedá'],
    texts: ['Měkká a příjemná', 'Vhodné do myčky nádobí', 'Nežehlit při vysoké teplotě'],
    headers: ['SKU', 'EAN', 'Název', 'Popis', 'Barva', 'Velikost'],
  },
  russian: {
    title: 'Товары на ноябрь',
    nouns: ['Рубашка льняная', 'Кружка большая', 'Шарф шерстяной', 'Стол дубовый'],
    colors: ['синий', 'белый', 'красный', 'зелёный'],
    texts: ['Мягкая и тёплая', 'Для кухни и дачи', 'Не стирать в горячей воде'],
    headers: ['SKU', 'EAN', 'Название', 'Описание', 'Цвет', 'Размер'],
  },
  japanese: {
    title: '十一月の商品',
    nouns: ['リネンシャツ', '表札プレート', 'マグカップ大', 'ウールのマフラー'],
    colors: ['青', '白', '黒', '緑'],
    texts: ['柔らかくて暖かい', '食洗機で洗えます', '表面は手作業で仕上げました'],
    headers: ['SKU', 'JAN', '商品名', '説明', '色', 'サイズ'],
  },
  chinese: {
    title: '十一月商品',
    nouns: ['亚麻衬衫', '马克杯大号', '羊毛围巾', '橡木桌子'],
    colors: ['蓝色', '白色', '黑色', '绿色'],
    texts: ['柔软又温暖', '可以用洗碗机清洗', '表面由手工完成'],
    headers: ['SKU', 'EAN', '商品名称', '描述', '颜色', '尺码'],
  },
} as const satisfies Record<string, Words>
export type Language = keyof typeof languages

/** A description with what makes cells hard to write: separators, quotes, line breaks, markup. `isPlain`: only what needs no quoting. */
export const writeWords = (words: Words, random: () => number, isPlain: boolean, separator: Separator): string => {
  const text = (): string => {
    const one = words.texts[Math.floor(random() * words.texts.length)] ?? ''
    return isPlain ? one.replaceAll(separator, ' ') : one
  }
  const kind = Math.floor(random() * 6)
  if (isPlain) return [text(), `12" ${text()}`, `${text()} (5')`, `"${text()}" 2`, `<p>${text()}</p>`, text()][kind] ?? ''
  switch (kind) {
    case 0:
      return text()
    case 1:
      return `${text()}${separator} ${text()}, ${text()}; ${text()}`
    case 2:
      return `12" ${text()}, "${text()}"`
    case 3:
      return `${text()}\n\n${text()}\n- ${text()}`
    case 4:
      return `<p class="a">${text()}</p>\n<ul>\n<li>${text()}${separator}</li>\n</ul>`
    default:
      return `"${text()}"`
  }
}
