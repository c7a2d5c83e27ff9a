export default { kit: { paths: { base: '/shop' } } }
