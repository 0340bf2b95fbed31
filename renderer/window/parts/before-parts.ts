import './parts-mantine.css'
import '../../without-eval.ts'
