import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readWholeList } from '../../../support/read-whole-list.ts'

// Lists of shops and systems of which no shape is known, in the columns that these document (looked up on 29 November 2026): their products and
// variants are told by how their rows repeat. All have two products; of the first, two variants are listed.

const lines = (...rows: readonly string[]): string => `${rows.join('\n')}\n`
const shirts = ['4006381333931', '4006381333955'] as const

it.each<readonly [name: string, list: string, sum: readonly [products: number, variants: number, pictures: number], sku: string]>([
  [
    'eBay’s bulk listings: each row says its relationship, and a cell has all options',
    lines(
      '*Action(SiteID=Germany|Country=DE|Currency=EUR|Version=1193),CustomLabel,*Title,PicURL,*Quantity,Relationship,RelationshipDetails',
      'Add,LS,Linen shirt,https://img.example/1.jpg|https://img.example/2.jpg,,,Color=Red|Blue;Size=S|M',
      ',LS-RED-S,,,5,Variation,Color=Red;Size=S',
      ',LS-BLU-M,,,5,Variation,Color=Blue;Size=M',
      'Add,TAB-1,Oak table,https://img.example/3.jpg,1,,',
    ),
    [2, 2, 0],
    'CustomLabel',
  ],
  [
    'BigCommerce’s older export, whose rows say what they are',
    lines(
      'Item Type,Product ID,Product Name,Product Code/SKU,Product UPC/EAN',
      'Product,55,Linen shirt,LS,',
      `  SKU,201,[S]Size=S,LS-S,${shirts[0]}`,
      `  SKU,202,[S]Size=M,LS-M,${shirts[1]}`,
      'Product,56,Oak table,TAB-1,',
    ),
    [2, 2, 0],
    'Product Code/SKU',
  ],
  [
    'PrestaShop’s combinations, which share the product’s number',
    lines(
      'Product ID*;Attribute (Name:Type:Position)*;Value (Value:Position)*;Reference;EAN13;Quantity',
      `1;Size:select:0, Color:color:1;S:0, Red:0;LS-RED-S;${shirts[0]};5`,
      `1;Size:select:0, Color:color:1;S:0, Blue:1;LS-BLU-S;${shirts[1]};5`,
      '2;Size:select:0;One size:0;TAB-1;;3',
    ),
    [2, 1, 0],
    'Reference',
  ],
  [
    'a product with its row and its variations by number, in German',
    lines(
      'ItemID;VariationID;VariationNo;Name;Attribute Color;Barcode EAN',
      '100;1001;LS;Leinenhemd;;',
      `100;1002;LS-RED;Leinenhemd;Rot;${shirts[0]}`,
      `100;1003;LS-BLU;Leinenhemd;Blau;${shirts[1]}`,
      '101;1004;TAB-1;Eichentisch;;',
    ),
    [2, 2, 0],
    'VariationNo',
  ],
  [
    'JTL’s articles, whose children name their parent by its internal key',
    lines(
      'Interner Schlüssel;Artikelnummer;GTIN;Artikelname;Interner Schlüssel Vaterartikel;Variationsname 1;Variationswert 1',
      '1;LS;;Leinenhemd;;;',
      `2;LS-RED;${shirts[0]};Leinenhemd rot;1;Farbe;Rot`,
      `3;LS-BLU;${shirts[1]};Leinenhemd blau;1;Farbe;Blau`,
      '4;TAB-1;;Eichentisch;;;',
    ),
    [2, 2, 0],
    'Artikelnummer',
  ],
  [
    'JTL’s articles, whose children name their parent by its number, the parents after them',
    lines(
      'Artikelnummer;Vaterartikel ID-Feld;Artikelname;Variationsname 1;Variationswertname 1;GTIN',
      `0001-r;0001;Kindartikel-T-Shirt-rot;Farbe;rot;${shirts[0]}`,
      `0001-b;0001;Kindartikel-T-Shirt-blau;Farbe;blau;${shirts[1]}`,
      '0001;;T-Shirt;Farbe;;',
      '0003;;Gürtel;;;',
    ),
    [2, 2, 0],
    'Artikelnummer',
  ],
  [
    'a list in French, whose parents name themselves',
    lines(
      'Référence;Référence parent;Désignation;Couleur;Code-barres',
      'ROBE;robe;Robe;;',
      `ROBE-R;ROBE;Robe;Rouge;${shirts[0]}`,
      `ROBE-B;ROBE;Robe;Bleu;${shirts[1]}`,
      'SAC;;Sac;;',
    ),
    [2, 2, 0],
    'Référence',
  ],
  [
    'Odoo’s variants below a template, whose words are only in the first row',
    lines(
      '"External ID","Name","Internal Reference","Barcode","Variant Values"',
      `"product_template_1","Linen shirt","LS-RED","${shirts[0]}","Color: Red"`,
      `"","","LS-BLU","${shirts[1]}","Color: Blue"`,
      '"product_template_2","Oak table","TAB-1","",""',
    ),
    [2, 1, 0],
    'Internal Reference',
  ],
  [
    'Square’s variations, told by pairs of columns with options',
    lines(
      'Token,Item Name,Variation Name,SKU,Option Name 1,Option Value 1,Option Name 2,Option Value 2',
      'A1,Linen shirt,"Red, S",LS-RED-S,Color,Red,Size,S',
      'A2,Linen shirt,"Blue, S",LS-BLU-S,Color,Blue,Size,S',
      'A3,Oak table,Regular,TAB-1,,,,',
    ),
    [2, 1, 0],
    'SKU',
  ],
  [
    'Lightspeed’s variants by handle, whose numbers are the shop’s',
    lines(
      'id,handle,sku,name,variant_option_one_name,variant_option_one_value',
      '0f1aa000-0000-4000-8000-000000000001,linenshirt,LS-RED,Linen shirt,Color,Red',
      '0f1aa000-0000-4000-8000-000000000002,linenshirt,LS-BLU,Linen shirt,Color,Blue',
      '0f1aa000-0000-4000-8000-000000000003,oaktable,TAB-1,Oak table,,',
    ),
    [2, 1, 0],
    'sku',
  ],
  [
    'commercetools: what is said of a product stands in its first variant’s row',
    lines(
      'productType,key,variantId,sku,name.en,slug.en,color',
      'shirt,linen-shirt,1,LS-RED,Linen shirt,linen-shirt,red',
      ',,2,LS-BLU,,,blue',
      'table,oak-table,1,TAB-1,Oak table,oak-table,',
    ),
    [2, 1, 0],
    'sku',
  ],
  [
    'Saleor’s variants, which repeat their product',
    lines(
      'id,name,description,variant sku,variant weight',
      '61,Orange juice,Good,12345,500 g',
      '61,Orange juice,Good,32145,1000 g',
      '62,Oak table,,45123,',
    ),
    [2, 1, 0],
    'variant sku',
  ],
  [
    'VTEX’s SKUs, which repeat their product',
    lines(
      '_SkuId,_SkuName,_SkuEan,_SkuReferenceCode,_ProductId,_ProductName',
      `11,Shirt red,${shirts[0]},LS-RED,1,Linen shirt`,
      `12,Shirt blue,${shirts[1]},LS-BLU,1,Linen shirt`,
      '13,Table,,TAB-1,2,Oak table',
    ),
    [2, 1, 0],
    '_SkuReferenceCode',
  ],
  [
    'eBay’s download, whose item numbers are eBay’s, below a line about the file',
    lines(
      '#INFO,Version=1.0.0',
      '*Action(SiteID=US|Version=1193),Item number,Title,Custom label (SKU),Relationship,Relationship details,P:EAN',
      'Revise,195111,Linen shirt,LS,,Color=Red;Blue|Size=S;M,',
      `,,,LS-RED-S,Variation,Color=Red|Size=S,${shirts[0]}`,
      `,,,LS-BLU-M,Variation,Color=Blue|Size=M,${shirts[1]}`,
      'Revise,195112,Oak table,TAB-1,,,',
    ),
    [2, 2, 0],
    'Custom label (SKU)',
  ],
  [
    'Shopware 5’s articles, whose main number is a variant’s',
    lines(
      'ordernumber;mainnumber;name;additionalText;ean;configuratorOptions',
      `LS.1;LS.1;Leinenhemd;rot / S;${shirts[0]};Farbe:rot|Größe:S`,
      `LS.2;LS.1;Leinenhemd;blau / S;${shirts[1]};Farbe:blau|Größe:S`,
      'TAB;TAB;Eichentisch;;;',
    ),
    [2, 1, 0],
    'ordernumber',
  ],
  [
    'Odoo’s variants with the key of their template',
    lines(
      'id,name,default_code,barcode,product_template_attribute_value_ids,product_tmpl_id/id',
      `p1,Linen shirt,LS-RED,${shirts[0]},Color: Red,__export__.template_7`,
      `p2,Linen shirt,LS-BLU,${shirts[1]},Color: Blue,__export__.template_7`,
      'p3,Oak table,TAB-1,,,__export__.template_8',
    ),
    [2, 1, 0],
    'default_code',
  ],
  [
    'Plytix’s variants, which say of what',
    lines(
      'SKU,Label,GTIN,Variant of,Variant list',
      'LS,Linen shirt,,,"LS-RED,LS-BLU"',
      `LS-RED,Linen shirt red,${shirts[0]},LS,`,
      `LS-BLU,Linen shirt blue,${shirts[1]},LS,`,
      'TAB-1,Oak table,,,',
    ),
    [2, 2, 0],
    'SKU',
  ],
  [
    'Pimcore’s objects and variants',
    lines(
      'id;fullpath;type;articleNumber;name__en;ean',
      '1201;/Products/Shirt;object;LS;Linen shirt;',
      `1202;/Products/Shirt/red;variant;LS-RED;Linen shirt red;${shirts[0]}`,
      `1203;/Products/Shirt/blue;variant;LS-BLU;Linen shirt blue;${shirts[1]}`,
      '1204;/Products/Table;object;TAB-1;Oak table;',
    ),
    [2, 2, 0],
    'articleNumber',
  ],
  [
    'commercetools’ newer export, with pictures in rows of their own',
    lines(
      'key,name.en,slug.en,variants.sku,variants.attributes.color,variants.images.url',
      'shirt,Linen shirt,shirt,LS-RED,red,https://img.example/r.jpg',
      ',,,LS-BLU,blue,https://img.example/b.jpg',
      ',,,,,https://img.example/b2.jpg',
      'table,Oak table,table,TAB-1,,https://img.example/t.jpg',
    ),
    [2, 1, 1],
    'variants.sku',
  ],
  [
    'Salsify’s products, whose ids are their SKUs',
    lines(
      'salsify:id,salsify:parent_id,Product Name,ItemEAN,Color',
      'LS,,Linen shirt,,',
      `LS-RED,LS,Linen shirt red,${shirts[0]},Red`,
      `LS-BLU,LS,Linen shirt blue,${shirts[1]},Blue`,
      'TAB-1,,Oak table,,',
    ),
    [2, 2, 0],
    'salsify:id',
  ],
])('tells products and variants of %s', async (_, list, [products, variants, pictures], sku) => {
  const { head, sum, said } = await readWholeList(list)
  const { headers } = sum
  expect(sum).toEqual({
    rows: headers + products + variants + pictures,
    headers: head.headerRow,
    products,
    variants,
    pictures,
    empty: 0,
    refused: 0,
    views: 0,
  })
  expect(head.shape).toBe(null)
  expect(head.headers[head.columns.sku ?? -1]).toBe(sku)
  expect(head.columns.productId).toBe(undefined)
  expect(said.filter(({ isIn }) => !isIn)).toEqual([])
})

it('reads BigCommerce’s export: products, variants with all options in a cell, and rows of pictures that name nothing', async () => {
  const list = readFileSync(new URL('../../../fixtures/lists/bigcommerce.csv', import.meta.url))
  const { head, sum, words } = await readWholeList(list)
  expect(head.shape).toBe('bigcommerce')
  expect(sum).toEqual({ rows: 8, headers: 1, products: 2, variants: 2, pictures: 3, views: 0, empty: 0, refused: 0 })
  expect(words).toEqual([])
})

it.each([
  ['squarespace', { rows: 4, products: 2, variants: 1, pictures: 0 }],
  ['wix', { rows: 5, products: 2, variants: 2, pictures: 0 }],
  ['akeneo-models', { rows: 3, products: 2, variants: 0, pictures: 0 }],
] as const)('reads %s', async (shape, sum) => {
  const { head, sum: read, words } = await readWholeList(readFileSync(new URL(`../../../fixtures/lists/${shape}.csv`, import.meta.url)))
  expect(head.shape).toBe(shape)
  expect(read).toEqual({ ...sum, headers: 1, views: 0, empty: 0, refused: 0 })
  expect(head.columns.productId).toBe(undefined)
  expect(words).toEqual([])
})

it('knows a product by the number of a model that neighbours share, and leaves a maker’s models alone', async () => {
  const own = lines(
    'Artikelnr;Modell;Bezeichnung;Farbe;Größe',
    '7001-010-36;7001;Hose Anna;Schwarz;36',
    '7001-010-38;7001;Hose Anna;Schwarz;38',
    '7002-010-36;7002;Rock Lena;Schwarz;36',
  )
  expect((await readWholeList(own)).nodes.map(({ kind, sku, handle }) => [kind, sku, handle])).toEqual([
    ['parent', null, '7001'],
    ['variant', '7001-010-36', null],
    ['variant', '7001-010-38', null],
    ['parent', null, '7002'],
    ['variant', '7002-010-36', null],
  ])
  const parts = lines('SKU;Name;Model', 'P-1;Bumper;Golf', 'P-2;Mirror;Golf', 'P-3;Lamp;Polo', 'P-4;Lamp;Polo')
  expect((await readWholeList(parts)).nodes.map(({ kind }) => kind)).toEqual(['single', 'single', 'single', 'single'])
})

it.each([
  [
    'German',
    'ID,Typ,Artikelnummer,Name,Veröffentlicht,Bilder,Übergeordnetes Produkt,Attribut 1 Name,Attribut 1 Wert(e),Attribut 2 Name,Attribut 2 Wert(e)',
  ],
  [
    'French',
    'ID,Type,UGS,Nom,Publié,Images,Parent,Nom de l’attribut 1,Valeur(s) de l’attribut 1,Nom de l’attribut 2,Valeur(s) de l’attribut 2',
  ],
  [
    'Spanish',
    'ID,Tipo,SKU,Nombre,Publicado,Imágenes,Superior,Nombre del atributo 1,Valor(es) del atributo 1,Nombre del atributo 2,Valor(es) del atributo 2',
  ],
])('reads WooCommerce’s export of a shop in %s, with variants before their product', async (_, headers) => {
  const { head, nodes, sum } = await readWholeList(
    lines(
      headers,
      '501,variation,KL-R,Kleid - R,1,,KL,Farbe,Rot,Size,S',
      '502,variation,,Kleid - B,1,,id:500,Farbe,Blau,Size,S',
      '500,variable,KL,Kleid,1,https://img.example/1.jpg,,Farbe,"Rot, Blau",Size,S',
    ),
  )
  expect([head.shape, head.columns.productId]).toEqual(['woocommerce', undefined])
  expect(nodes.map(({ kind, sku, options }) => [kind, sku, options?.[0] ?? null])).toEqual([
    ['parent', 'KL', null],
    ['variant', 'KL-R', ['Farbe', 'Rot']],
    ['variant', null, ['Farbe', 'Blau']],
  ])
  expect(sum).toEqual({ rows: 4, headers: 1, products: 1, variants: 2, pictures: 0, views: 0, empty: 0, refused: 0 })
})

it('takes handles that differ in case for one, wherever their rows are', async () => {
  const { nodes, sum } = await readWholeList(
    lines(
      'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Image Src',
      'Polo-Shirt,Polo shirt,Color,Red,PO-RED,',
      'mug,Mug,Title,Default Title,MUG-1,',
      'polo-shirt,,,Blue,PO-BLU,',
      'POLO-SHIRT,,,,,https://img.example/1.jpg',
    ),
  )
  expect(nodes.map(({ kind, name, handle }) => [kind, name, handle])).toEqual([
    ['single', 'Mug', 'mug'],
    ['parent', 'Polo shirt', 'Polo-Shirt'],
    ['variant', 'Polo shirt – Red', null],
    ['variant', 'Polo shirt – Blue', null],
  ])
  expect(sum).toMatchObject({ products: 2, variants: 1, pictures: 1, refused: 0 })
})

it('takes the headers of a second list that was joined to the first for headers', async () => {
  const { entries, sum, damage } = await readWholeList('\uFEFFsku;name;ean\r\nB-1;Vase;\r\n\uFEFFsku; name;ean\r\nB-2;Ka\0nne;\r\n')
  expect(entries.map(({ sku }) => sku)).toEqual(['B-1', 'B-2'])
  expect(sum).toMatchObject({ rows: 4, headers: 2, products: 2, refused: 0 })
  expect(damage.map(({ kind, row }) => [kind, row])).toEqual([['letters-lost', 4]])
})

it('says that letters of DOS are garbled that were read in a code page of Windows', async () => {
  const bytes = Buffer.from('sku;name\nJ-1;Gr\x94\xe1e\nJ-2;Tasse\nJ-3;M\x81tze\n', 'latin1')
  const { damage } = await readWholeList(bytes, undefined, 'list.csv', { encoding: 'windows-1252' })
  expect(damage.map(({ kind, cells, row }) => [kind, cells, row])).toEqual([['garbled', 2, 2]])
})

it('leaves lists alone in which nothing says that rows belong together', async () => {
  const list = lines('SKU,Name,Stock', 'A-1,Screw,5', 'A-2,Screw,5', 'A-3,,1', 'A-4,Nut,2', 'A-5,,7')
  const { sum } = await readWholeList(list)
  expect(sum).toMatchObject({ products: 5, variants: 0, pictures: 0, refused: 0 })
})

it('reads cells in apostrophes, with a separator, an apostrophe and a line break in them', async () => {
  const list = lines("'sku';'name';'note'", "'LS-1';'Linen; soft';'a'", "'LS-2';'It''s a table';'two\nlines'", "'LS-3';'Mug';''")
  const { head, entries, sum, words } = await readWholeList(list)
  expect(head.form).toMatchObject({ separator: ';', quoting: 'single' })
  expect(entries.map(({ name }) => name)).toEqual(['Linen; soft', 'It’s a table'.replace('’', "'"), 'Mug'])
  expect(sum).toMatchObject({ rows: 4, products: 3, refused: 0 })
  expect(words).toEqual([])
})

it('takes apostrophes for letters where the headers are not in them', async () => {
  const { head, entries } = await readWholeList(lines('sku;name', "'A-1;Rock 'n' roll", "A-2;'Quoted'"))
  expect(head.form).toMatchObject({ quoting: 'doubled' })
  expect(entries.map(({ name }) => name)).toEqual(["Rock 'n' roll", "'Quoted'"])
})

it('takes ids for the workspace’s only where it gave such ids, or they are called “Product ID” and unlike a shop’s', async () => {
  const idOf = async (header: string, id: string) => (await readWholeList(lines(`${header};SKU`, `${id};A-1`))).head.columns.productId
  expect(await idOf('Product ID', 'prd-41')).toBe(0)
  expect(await idOf('External ID', 'product_template_1')).toBe(undefined)
  expect(await idOf('Product ID', '41')).toBe(undefined)
})
